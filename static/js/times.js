// The page is the same for everybody, in UTC; each browser tells the times by its own clock.
const told = new Intl.DateTimeFormat(document.documentElement.lang.replace(/^en$/, "en-GB"), {
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
});
for (const time of document.querySelectorAll("time[datetime]")) time.textContent = told.format(new Date(time.dateTime));
