// What is heard of dice, made here and now out of noise and a few tones, and what is felt where a device can.
import { ways } from "./parts.js";

const LOUD = 0.5;
let audio = null;
let out = null;
let noise = null;
let shaking = null;

// Browsers let a page be heard once its player has touched it.
const touched = () => navigator.userActivation?.hasBeenActive ?? true;
const isHeard = () => ways.has("sounds") && touched() && !document.hidden;

function begin() {
  if (audio) return void audio.resume();
  audio = new AudioContext();
  out = new GainNode(audio, { gain: LOUD });
  out.connect(new DynamicsCompressorNode(audio, { threshold: -18, ratio: 6 })).connect(audio.destination);
  noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let at = 0; at < data.length; at += 1) data[at] = Math.random() * 2 - 1;
}

const about = (value, part) => value * (1 + (Math.random() * 2 - 1) * part);

// As loud as `gain` from `at` on, and gone after `lasts` seconds
function fade(at, gain, lasts) {
  const node = new GainNode(audio, { gain: 0 });
  node.gain.setValueAtTime(gain, at);
  node.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  node.connect(out);
  return node;
}

// Noise around a frequency: what a hard thing says when it meets another
function hit(at, gain, frequency, Q, lasts) {
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency, Q })).connect(fade(at, gain, lasts));
  source.start(at, Math.random() * 0.1, lasts);
}

function tone(at, gain, frequency, lasts, end = frequency) {
  const source = new OscillatorNode(audio, { frequency });
  source.frequency.exponentialRampToValueAtTime(end, at + lasts);
  source.connect(fade(at, gain, lasts));
  source.start(at);
  source.stop(at + lasts);
}

// A die on felt over wood: its own click, the board that answers, and the thump below both
function knock(at, hard) {
  hit(at, 1.1 * hard, about(2700, 0.2), 1.4, 0.03);
  hit(at, 0.8 * hard, about(820, 0.15), 5, 0.07);
  tone(at, 0.55 * hard, about(185, 0.12), 0.09, 90);
}

// Two dice in a hand
const clack = (at, hard) => hit(at, hard, about(4200, 0.2), 2.5, 0.02);

// A bar of wood under a mallet
function bar(at, gain, frequency) {
  tone(at, gain, frequency, 0.5);
  tone(at, gain * 0.35, frequency * 4, 0.12);
  hit(at, gain * 0.4, frequency * 3, 2, 0.015);
}

const SOUNDS = {
  keep(at) {
    clack(at, 0.35);
    tone(at, 0.22, about(520, 0.05), 0.06, 390);
  },
  score(at) {
    bar(at, 0.22, 523.25);
    bar(at + 0.09, 0.26, 783.99);
  },
  cheer(at) {
    [523.25, 659.25, 783.99, 1046.5, 1318.5].forEach((frequency, step) => bar(at + step * 0.085, 0.26, frequency));
  },
};
const FELT = { keep: 8, score: [12, 60, 18], cheer: [20, 50, 20, 50, 60] };

function buzz(pattern) {
  if (!ways.has("no-haptics") && touched() && matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(pattern);
}

// One of the sounds by its name: keep, score, cheer
export function sound(name) {
  buzz(FELT[name]);
  if (!isHeard()) return;
  begin();
  SOUNDS[name](audio.currentTime);
}

// Dice that meet the felt so many milliseconds from now: { at, hard }, a hard one of 1 at most
export function knocks(all) {
  if (!all.length) return;
  hush();
  setTimeout(buzz, Math.min(...all.map(({ at }) => at)), 14);
  if (!isHeard()) return;
  begin();
  for (const { at, hard } of all) knock(audio.currentTime + at / 1000, hard * about(0.55, 0.3));
}

// Dice that are shaken, until they are thrown
export function shake() {
  hush();
  if (!isHeard()) return;
  begin();
  shaking = setInterval(() => document.hidden || clack(audio.currentTime + Math.random() * 0.04, about(0.16, 0.5)), 75);
}

export function hush() {
  clearInterval(shaking);
  shaking = null;
}

// Whether dice shall be heard is asked after the first throw; the answer goes along with the player. Whoever
// throws again instead of answering has the head of the page back, and is asked on another page.

const question = document.getElementById("sounds");
let passedOver = false;

export function askForSound() {
  if (!question || !ways.has("ask-sounds")) return;
  question.hidden = passedOver;
  passedOver = true;
}

question?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = new FormData(question, event.submitter);
  question.hidden = true;
  ways.delete("ask-sounds");
  if (answer.get("sounds") === "on") ways.add("sounds");
  sound("keep");
  await fetch(question.action, { method: "POST", body: answer }).catch(() => {}); // asked again another time
});
