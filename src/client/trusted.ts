import { NO_ORIGIN } from './no-origin.ts';

/** What Trusted Types offer; the types of the DOM library do not have them yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
}

/**
 * The page's policy allows addresses of scripts only through this rule: files of this site become workers, nothing else (in a
 * frame without an origin: what the frame itself has made).
 * There is no rule for markup, so text assigned as HTML throws. Call it before the first worker starts.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, protocol } = new URL(url, location.href);
      // What the page makes itself has the page's origin too.
      if (protocol === 'blob:' ? NO_ORIGIN : origin === location.origin) return url;
      throw new TypeError(`A script from elsewhere was refused: ${url}`);
    },
  });
}
