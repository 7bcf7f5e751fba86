/** What the model decides where the real thing has a network, a disk and a kernel. */
export const CHOICES: readonly { title: string; text: string }[] = [
  {
    title: 'One machine, one clock',
    text: 'Integer microseconds. The queue manager decides in whole seconds, as in Postfix.',
  },
  {
    title: 'Servers',
    text: 'A delivery takes the time that the scenario gives, or fails in the way that it names: invented, and yours to set.',
  },
  {
    title: 'Agents',
    text: 'A delivery agent is there as soon as the process limit allows it. Postfix starts processes; up to a second was measured.',
  },
  { title: 'The spool', text: 'In memory. The address resolver answers what the scenario says.' },
  {
    title: 'The deferred queue',
    text: 'Scanned on a grid of queue_run_delay, in order of arrival. The timer of a real one is set again after each scan is requested, so it drifts: 5.1 to 5.4 s were measured at 5. And a directory of a disk has an order of its own.',
  },
  {
    title: 'A changed parameter',
    text: 'Acts at once and keeps the counters. Postfix reads parameters when a transport is first used; a reload, which is here too, forgets what was learned.',
  },
  {
    title: 'After a crashed agent',
    text: 'One fixed behaviour. In Postfix it depends on what an old buffer happens to hold.',
  },
  {
    title: 'CPUs and threads',
    text: 'A CPU that goes on with another thread loses the time that the scenario gives for the switch and for cold caches. The document says “tens of microseconds”.',
  },
  {
    title: 'Calls of a group',
    text: 'To fetch and to wake costs no time by itself, only the switch that follows. What the patch shows for a moment and the document does not know, such as a count that jumps by all waiters while a source is bound, is not drawn.',
  },
  {
    title: 'Wheel and groups',
    text: 'Postfix has neither: it has an event queue of its own and one process for each agent. Here both serve the same queue manager, and change nothing that it decides.',
  },
  {
    title: 'Order inside one instant',
    text: 'What was asked for first happens first. Two runs give the same log on every machine; the tests compare hashes from Node, Chromium and Firefox.',
  },
  {
    title: 'Not modelled',
    text: 'Files, locks, DNS, the texts of bounces, address rewriting, connection caching.',
  },
];
