import type { Reader } from '../store/reading.ts';
import type { Quiet } from '../store/runtime.ts';
import { ReadingBar } from './ReadingBar.tsx';
import { QuietBar } from './QuietBar.tsx';
import { UnfetchedBar } from './UnfetchedBar.tsx';
import { UnsharedBar } from './UnsharedBar.tsx';
import { WayBackBar } from './WayBackBar.tsx';

// In this file, so that it is loaded before anything can fail.
export { BrokenPicture, FatalPage } from './FaultPage.tsx';

/** What the page itself has to say to its reader, on every page, also where no picture comes. Fetched beside the program. */
export default function Notices({ reader, quiet }: { reader: Reader; quiet: Quiet }) {
  return (
    <>
      <ReadingBar reader={reader} />
      <QuietBar quiet={quiet} />
      <UnfetchedBar />
      <UnsharedBar />
      <WayBackBar />
    </>
  );
}
