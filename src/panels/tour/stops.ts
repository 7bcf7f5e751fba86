/** One stop of the tour: a part of the page, and what to do with it. */
export interface TourStop {
  /** Where it is; the first of these that is on the page and has a size. */
  at: readonly string[];
  title: string;
  text: string;
}

/** In the order in which a newcomer uses them. Stops whose part is not on the page are left out. */
const TOUR: readonly TourStop[] = [
  {
    at: ['.stage-panel'],
    title: 'The jobs',
    text: 'Each card is a message that waits, in the order in which the queue manager looks at them. Squares are its entries, a few recipients each; coins are delivery slots that it has earned. A job one level below another has preempted it.',
  },
  {
    at: ['[data-area="timeline"]'],
    title: 'Time',
    text: 'Space plays and pauses, ← and → step. Everything can be undone: drag the timeline, or change something in the past and a branch starts there.',
  },
  {
    at: ['.explain-area', '.say-area'],
    title: 'Why',
    text: 'What was decided in this instant and the figures that decided it. Words with dots under them explain themselves; the section of the document stands below.',
  },
  {
    at: ['.strip-panel'],
    title: 'Turns',
    text: 'Each selection gives the turn to one job, which hands over an entry: all turns so far, and what each delivery agent is doing.',
  },
  {
    at: ['.world-area'],
    title: 'Do something',
    text: 'Send a message, change a parameter, break a server. It acts at the instant that you see.',
  },
  {
    at: ['.dock-area'],
    title: 'What lies behind',
    text: 'Destinations with their windows, every timer, memory. The arrows give a panel the place of the jobs.',
  },
  {
    at: ['.top'],
    title: 'Go on',
    text: 'More scenes and lessons are in the gallery, Share makes a link to this very instant, and ? lists the keys.',
  },
];

/** The stops that can be shown, with the element of each. */
export function stopsOnPage(root: ParentNode): { stop: TourStop; element: Element }[] {
  return TOUR.flatMap((stop) => {
    const element = stop.at
      .map((selector) => root.querySelector(selector))
      .find((found) => found !== null && found.getBoundingClientRect().width > 0);
    return element === undefined || element === null ? [] : [{ stop, element }];
  });
}
