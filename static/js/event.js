// What is left of the time of an event that lasts for a set time, in minutes and seconds.
function count() {
  const ends = document.querySelector("time[data-ends]");
  if (!ends) return;
  const left = Math.max(0, Math.ceil((new Date(ends.dateTime) - Date.now()) / 1000));
  const minutes = String(Math.floor(left / 60));
  ends.textContent = `${minutes}:${String(left % 60).padStart(2, "0")}`;
  if (left > 0) setTimeout(count, 1000);
}

count();
