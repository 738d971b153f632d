"use strict";

// The data of the page, and its texts in the chosen language.

let page = null;
let language = "en";

async function loadPage() {
  const packed = document.getElementById("data").textContent;
  const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
  page = JSON.parse(await unpacked(bytes));
}

async function unpacked(bytes) {
  if (!globalThis.DecompressionStream) return new TextDecoder().decode(inflate(bytes));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

function languageAtFirst() {
  const wanted = remembered("language") || page.language || navigator.language.slice(0, 2);
  return wanted in page.languages ? wanted : "en";
}

// A text by its number.
function say(number) {
  return page.texts[language][number];
}

// A label by its name, with its braces filled with facts.
function label(name, facts = {}) {
  return say(page.labels[name]).replace(/\{(\w+)\}/g, (_, fact) => facts[fact]);
}

function seatName(seat) {
  return say(page.seats[seat].name);
}

function turnName(number) {
  const turn = page.turns[number];
  if (turn.final) return label("final");
  if (number === 0) return label("deal");
  if (turn.seat < 0) return label("turn", {number});
  return label("turnOf", {number, who: seatName(turn.seat)});
}

// Text with the marks of Discord: **bold**, `code`, and \ before a sign that stands for itself.
function rich(text) {
  const found = document.createDocumentFragment();
  let holder = found;
  let plain = "";
  const flush = () => {
    if (plain) holder.append(plain);
    plain = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\" && at + 1 < text.length) {
      at += 1;
      plain += text[at];
    } else if (text.startsWith("**", at)) {
      flush();
      at += 1;
      if (holder === found) {
        holder = document.createElement("strong");
        found.append(holder);
      } else {
        holder = found;
      }
    } else if (text[at] === "`" && text.indexOf("`", at + 1) > at) {
      flush();
      const end = text.indexOf("`", at + 1);
      holder.append(element("code", {}, text.slice(at + 1, end).replaceAll("-", "−")));
      at = end;
    } else {
      plain += text[at];
    }
  }
  flush();
  return found;
}

// An element with attributes and children; a function among the attributes listens to an event.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function byId(id) {
  return document.getElementById(id);
}

// What the reader has chosen on other pages; a page from disk may have no storage.
function remembered(name) {
  try {
    return localStorage.getItem(`carcassonne-${name}`);
  } catch {
    return null;
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`carcassonne-${name}`, value);
  } catch {
    // The choice holds for this visit only.
  }
}
