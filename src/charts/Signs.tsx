/** Signs drawn as SVG: the bundled fonts lack these characters, and a fallback font would move the baseline. */

/** The sign ⊘ of a blocker, which is skipped. With `label` "" it is decorative, for use beside the word "blocker". */
export function BlockerSign({ label = 'blocker' }: { label?: string }) {
  const words = label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className="sign blocker-sign" viewBox="0 0 14 14" {...words}>
      <circle cx="7" cy="7" r="5.3" />
      <path d="M3.3 10.7l7.4-7.4" />
    </svg>
  );
}

/** The sign ★, shown before the score of the best candidate. */
export function StarSign() {
  return (
    <svg className="sign star-sign" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M7 .9l1.8 4 4.3.4-3.2 2.9.9 4.3L7 10.3l-3.8 2.2.9-4.3L.9 5.3l4.3-.4z" />
    </svg>
  );
}
