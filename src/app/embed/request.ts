export const EMBED_VIEWS = ['stage', 'wheel', 'threads', 'strip', 'lesson'] as const;
export type EmbedView = (typeof EMBED_VIEWS)[number];

export interface EmbedRequest {
  view: EmbedView;
  /** The only origin with which the view exchanges messages; null = none. */
  origin: string | null;
  theme: 'light' | 'dark' | 'system';
  /** True if the run starts playing; otherwise it opens paused. */
  play: boolean;
  /** Name of the rule to show first among the rules of the instant; null = show no rules. */
  rule: string | null;
}

/**
 * Parses `?embed=stage&origin=https://blog.example&theme=dark&play`. Null for the whole page. An unknown view becomes the
 * stage, so that an old link still shows something.
 */
export function embedRequest(search: string): EmbedRequest | null {
  const query = new URLSearchParams(search);
  const view = query.get('embed');
  if (view === null) return null;
  const theme = query.get('theme');
  return {
    view: EMBED_VIEWS.find((known) => known === view) ?? 'stage',
    origin: readOrigin(query.get('origin')),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    play: query.has('play'),
    rule: query.get('rule'),
  };
}

/** Reads an origin in canonical form, else null. Rejects the origin `null`, because any sandboxed page has it. */
function readOrigin(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === 'https:' || protocol === 'http:') ? origin : null;
}
