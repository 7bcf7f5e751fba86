import { parseClassHash } from './address.ts';
import { ClassIndex } from './ClassIndex.tsx';
import { ClassQuestion } from './ClassQuestion.tsx';
import { ClassWall } from './ClassWall.tsx';

/** `#class`: what can be asked of a class, and its homework; `#class=windows&stop=6`: one question in front of it. */
export default function ClassPage({ hash }: { hash: string }) {
  const address = parseClassHash(hash);
  if (address === null) return <ClassIndex />;
  return (
    <ClassQuestion
      key={hash}
      address={address}
      hash={hash}
      draw={(asked) => <ClassWall key={asked.part} asked={asked} />}
    />
  );
}
