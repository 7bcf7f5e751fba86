import { useQuestion } from '../../../panels/kit/useQuestion.ts';
import { lazyWithRetry } from '../../../panels/kit/lazy.tsx';
import { unpackLesson } from '../../lessons/lesson-link.ts';
import { readDraft, titleOf } from '../../store/drafts.ts';
import { withoutLanguage } from '../../store/language.ts';
import { pageStorage } from '../../../store/store.ts';
import { beginCopy, beginUnkept, type Beginning, draftHash } from './begin.ts';
import { StartPage } from './StartPage.tsx';
import { useWrite } from './useWrite.ts';
import { NO_ADDRESS, noLesson } from '../../../explain/labels.ts';

const Editor = lazyWithRetry(() => import('./Editor.tsx'));

/**
 * `#write`: the start page. `#write=ID`: a draft in this browser. `#write&from=NAME`: a built-in lesson, copied into a new draft.
 * `#write&t=…`: the lesson of a link, which becomes a draft when it is edited.
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
  if (copied.state === 'open') return <Editor key={copied.id} id={copied.id} start={copied.text} />;
  if (copied.state === 'opening') return <main className="page" id="stage" tabIndex={-1} />;
  return <StartPage said={copied.state === 'wrong' ? copied.fault : ''} />;
}

type Copied =
  | { state: 'none' | 'opening' }
  | { state: 'open'; id: string; text: string }
  | { state: 'wrong'; fault: string };

/**
 * Makes the copy that an address asks for. Once the copy is a stored draft, the address of the draft replaces that
 * address.
 */
function useCopy(hash: string): Copied {
  const asks = hash.startsWith('#write&');
  const copied = useQuestion(asks ? hash : null, async ({ wanted }): Promise<Copied | undefined> => {
    const made = await copyOf(hash);
    if (!wanted()) return undefined;
    if ('fault' in made) return { state: 'wrong', fault: made.fault };
    if (!made.kept) return { state: 'open', id: made.id, text: made.text };
    location.replace(draftHash(made.id));
    return undefined;
  });
  return copied ?? { state: asks ? 'opening' : 'none' };
}

async function copyOf(hash: string): Promise<Beginning | { fault: string }> {
  const name = /^#write&from=([a-z0-9-]{1,60})$/.exec(hash)?.[1];
  if (name !== undefined) {
    const id = beginCopy(name);
    return id === null ? { fault: noLesson(name) } : { id, text: '', kept: true };
  }
  const packed = /^#write&t=([A-Za-z0-9_-]+&c=[0-9a-z]{7})$/.exec(hash)?.[1];
  if (packed === undefined) return { fault: NO_ADDRESS };
  const unpacked = await unpackLesson(packed);
  if (!unpacked.ok) return { fault: unpacked.detail };
  return beginUnkept(titleOf(unpacked.file) === '' ? `# My lesson\n${unpacked.file}` : unpacked.file);
}
