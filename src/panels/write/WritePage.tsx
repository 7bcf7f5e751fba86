import { useEffect, useState } from 'react';
import { fetched } from '../kit/fetched.tsx';
import { unpackLesson } from '../../lessons/lesson-link.ts';
import { readDraft, titleOf } from '../../store/drafts.ts';
import { withoutLanguage } from '../../store/language.ts';
import { pageStorage } from '../../store/store.ts';
import { beginCopy, beginWith, draftHash } from './begin.ts';
import { StartPage } from './StartPage.tsx';
import { useWrite } from './useWrite.ts';
import { NO_ADDRESS, noLesson } from '../../explain/labels.ts';

const Editor = fetched(() => import('./Editor.tsx'));

/**
 * `#write`: how a lesson begins. `#write=ID`: a draft that is kept here. `#write&from=NAME` and `#write&t=…`: a copy of a lesson
 * of the page, or of the one in a link, as a new draft.
 */
export default function WritePage({ hash: address }: { hash: string }) {
  const hash = withoutLanguage(address);
  const id = /^#write=([a-z0-9]{1,40})$/.exec(hash)?.[1] ?? '';
  const copied = useCopy(hash);
  const { noDraft } = useWrite();
  if (id !== '') {
    const draft = readDraft(pageStorage(), id);
    if (draft !== null) return <Editor key={id} id={id} start={draft.text} />;
    return <StartPage said={noDraft} />;
  }
  if (copied.state === 'opening') return <main className="page" id="stage" tabIndex={-1} />;
  return <StartPage said={copied.fault} />;
}

/** Makes the copy that an address asks for, and goes to it in the place of that address. */
function useCopy(hash: string): { state: 'opening' | 'none'; fault: string } {
  const asks = hash.startsWith('#write&');
  const [fault, setFault] = useState<{ hash: string; text: string } | null>(null);
  useEffect(() => {
    if (!asks) return undefined;
    let wanted = true;
    void copyOf(hash).then((made) => {
      if (!wanted) return;
      if ('id' in made) location.replace(draftHash(made.id));
      else setFault({ hash, text: made.fault });
    });
    return () => {
      wanted = false;
    };
  }, [asks, hash]);
  if (!asks) return { state: 'none', fault: '' };
  return fault?.hash === hash ? { state: 'none', fault: fault.text } : { state: 'opening', fault: '' };
}

async function copyOf(hash: string): Promise<{ id: string } | { fault: string }> {
  const name = /^#write&from=([a-z0-9-]{1,60})$/.exec(hash)?.[1];
  if (name !== undefined) {
    const id = beginCopy(name);
    return id === null ? { fault: noLesson(name) } : { id };
  }
  const packed = /^#write&t=([A-Za-z0-9_-]+&c=[0-9a-z]{7})$/.exec(hash)?.[1];
  if (packed === undefined) return { fault: NO_ADDRESS };
  const unpacked = await unpackLesson(packed);
  if (!unpacked.ok) return { fault: unpacked.detail };
  return { id: beginWith(titleOf(unpacked.file) === '' ? `# My lesson\n${unpacked.file}` : unpacked.file) };
}
