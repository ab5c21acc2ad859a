// What every page has.
import "./site.js";
import "./line.js";
import "./live.js";
