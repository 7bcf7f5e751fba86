/** Views that a page elsewhere can show by themselves. */
export const EMBED_VIEWS = ['stage', 'wheel', 'threads', 'strip', 'lesson'] as const;
export type EmbedView = (typeof EMBED_VIEWS)[number];

/** What `?embed` asks for. */
export interface EmbedRequest {
  view: EmbedView;
  /** The only page that is listened to and answered; null = none is. */
  origin: string | null;
  theme: 'light' | 'dark' | 'system';
  /** Plays at once; without it the run opens paused. */
  play: boolean;
  /** The rule of the instant stands beside the picture, the one of this name first; null = it does not. */
  rule: string | null;
}

/**
 * Reads `?embed=stage&origin=https://blog.example&theme=dark&play`. Null when the address asks for the whole page. An
 * unknown view is the stage: an old link in another page's text should show something.
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

/** An origin in its canonical form; null for anything else, also for `null`, which any sandboxed page has. */
function readOrigin(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const { origin, protocol } = new URL(text);
  return origin === text && (protocol === 'https:' || protocol === 'http:') ? origin : null;
}
