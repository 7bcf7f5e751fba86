import { offerPage, untilStopped } from '../../../cli/offer-page.ts';
import { withPage } from '../../../cli/page-folder.ts';
import { type OfferedRecord, startRecordServer } from './server.ts';

/** Serves the page with a record until a signal arrives, and opens it in the browser. `say` prints its address. */
export function openRecord(record: OfferedRecord, say: (line: string) => void): Promise<void> {
  return withPage(async (folder) => {
    const { address, close } = await startRecordServer(folder, record);
    offerPage(address, { say });
    await untilStopped();
    close();
  });
}
