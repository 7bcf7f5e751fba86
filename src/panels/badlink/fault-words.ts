import type { LinkFault } from '../../scenario/link.ts';

/** Heading of the page, by what is wrong. Plain and without blame: the reader did nothing. */
export const FAULT_TITLES: Readonly<Record<LinkFault, string>> = {
  damaged: 'This link lost something on its way',
  truncated: 'This link was cut off',
  foreign: 'This is not a link to a run',
  newer: 'This link is from a newer qmgrscope',
  invalid: 'This link holds something that cannot be run',
  'too-large': 'This link is too large',
  'too-slow': 'This link takes too long to read',
  unread: 'This link could not be read',
};

/** What can be done about it. */
export const FAULT_ADVICE: Readonly<Record<LinkFault, string>> = {
  damaged: 'Most likely a mail program or a chat changed a character. Ask for the link again, as text.',
  truncated: 'Most likely a mail program cut it. Ask for the link again, or paste the rest of it.',
  foreign: 'The part behind # means something to another page, or was typed by hand.',
  newer: 'Reload this page to get the newer version, if it is hosted; otherwise update your copy.',
  invalid: 'It was made by something else than this program, or by hand.',
  'too-large': 'Ask for the scenario as a file: the gallery opens files.',
  'too-slow':
    'A link is given half a second. One that takes longer is a very large run, or made to stop this page.',
  unread: 'Nothing is known to be wrong with it: the part of this page that reads links did not answer.',
};

/** Characters of the link that are shown; a long one is cut in the middle, its end matters as much as its start. */
const SHOWN = 700;

/** The link as shown. */
export function shortLink(link: string): string {
  if (link.length <= SHOWN) return link;
  return `${link.slice(0, SHOWN - 120)} … ${link.slice(-110)}`;
}
