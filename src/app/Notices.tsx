import type { Quiet } from '../store/runtime.ts';
import { QuietBar } from './QuietBar.tsx';
import { UnsharedBar } from './UnsharedBar.tsx';

/** What the page itself has to say to its reader, on every page, also where no picture comes. Fetched beside the program. */
export default function Notices({ quiet }: { quiet: Quiet }) {
  return (
    <>
      <QuietBar quiet={quiet} />
      <UnsharedBar />
    </>
  );
}
