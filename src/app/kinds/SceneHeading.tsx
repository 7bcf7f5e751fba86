import { useSession } from '../../store/hooks.ts';

/** Scene title as a heading for screen readers; sighted readers have it in the top bar. */
export function SceneHeading() {
  const title = useSession((session) => session.scenario?.title ?? 'qmgrscope');
  return <h1 className="sr-only">{title}</h1>;
}
