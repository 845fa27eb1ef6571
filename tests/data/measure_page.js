"use strict";
// Runs at the end of a page in a frame, and leaves what it measures, as JSON, in an element of the page around it.
{
  const shown = (element) => element.getClientRects().length > 0;
  // The rectangles of a range of a text, one for each line that it is on.
  const lines = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size;
  };
  // Words of cells and facts that go over two lines. A place where a fingerprint may be broken ends a node.
  const broken = [];
  for (const cell of document.querySelectorAll("td, th, dt, dd, p.answer")) {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      for (const word of walk.currentNode.data.matchAll(/\S+/g)) {
        if (lines(walk.currentNode, word.index, word.index + word[0].length) > 1) broken.push(word[0]);
      }
    }
  }
  // Tables that have no room.
  const cut = [...document.querySelectorAll(".scroll")]
    .filter((box) => box.scrollWidth > box.clientWidth)
    .map((box) => box.querySelector("tr").textContent);
  // Sizes of texts in pictures, as they are on the screen.
  const sizes = [...document.querySelectorAll("svg text")].filter(shown).map((text) => {
    const svg = text.ownerSVGElement;
    return parseFloat(getComputedStyle(text).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  });
  // The luminance of a colour and the contrast of two, as WCAG 2 defines them.
  const luminance = (colour) => {
    const part = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const [red, green, blue] = colour.match(/[\d.]+/g).map((value) => part(value / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = luminance(getComputedStyle(document.body).backgroundColor);
  const contrast = (colour) => {
    const own = luminance(colour);
    return (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
  };
  const texts = [...document.querySelectorAll("h1, h2, p, td, th, dt, dd")].map((text) => getComputedStyle(text).color);
  const drawn = [...document.querySelectorAll("svg text")].filter(shown).map((text) => getComputedStyle(text).fill);
  const measured = parent.document.createElement("pre");
  measured.id = "measured";
  measured.textContent = JSON.stringify({
    width: innerWidth,
    page: document.documentElement.scrollWidth,
    broken,
    cut,
    smallest: Math.min(...sizes),
    ground,
    contrast: Math.min(...[...texts, ...drawn].map(contrast)),
  });
  parent.document.body.append(measured);
}
