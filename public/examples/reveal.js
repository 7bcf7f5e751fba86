// One step of the talk: a paragraph of the slide, which steps the picture, or the next slide.
const slides = [...document.querySelectorAll('section')];
let at = 0;

function fragments() {
  return [...slides[at].querySelectorAll('.fragment')];
}

function step(fragment, direction) {
  fragment.hidden = direction < 0;
  slides[at].querySelector('qmgr-scope')?.step(fragment.dataset.step, direction);
}

function go(to) {
  if (slides[to] === undefined) return;
  slides[at].querySelector('qmgr-scope')?.pause();
  slides[at].hidden = true;
  at = to;
  slides[at].hidden = false;
}

function on() {
  const next = fragments().find((one) => one.hidden);
  if (next === undefined) go(at + 1);
  else step(next, 1);
}

function back() {
  const last = fragments().findLast((one) => !one.hidden);
  if (last === undefined) go(at - 1);
  else step(last, -1);
}

document.getElementById('on').addEventListener('click', on);
document.getElementById('back').addEventListener('click', back);
addEventListener('keydown', (event) => {
  if (event.key === 'ArrowRight') on();
  else if (event.key === 'ArrowLeft') back();
});
