// Swagger UI over the description of the API; it keeps no token longer than the page.
const place = document.querySelector("[data-description]");

if (place && window.SwaggerUIBundle) {
  window.SwaggerUIBundle({
    url: place.dataset.description,
    domNode: place,
    deepLinking: false,
    persistAuthorization: false,
    validatorUrl: null,
    docExpansion: "list",
  });
}
