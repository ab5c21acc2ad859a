// What dice are checked with, and what does nothing by itself: one file for the pages that check some.
import "./merkle.js";
import "./sha256.js";
import "./signed.js";
