import { useSession } from '../../store/hooks.ts';

/** Whether two branches can be laid side by side: a laboratory has no delivery slots to compare. */
export function useComparable(): boolean {
  return useSession(
    ({ scenario }) => scenario !== null && scenario.lab === undefined && scenario.cmgroup === undefined,
  );
}
