import { NO_ORIGIN } from './no-origin.ts';

/** Trusted Types; the DOM library has no types for them yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
}

/**
 * Registers the only Trusted Types policy. Workers may load only from this origin (in a frame without an origin: only from
 * blobs). The policy creates no HTML, so assigning text as HTML throws. Call this before the first worker starts.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      const { origin, protocol } = new URL(url, location.href);
      // A blob has the page's origin too, so look at the protocol first.
      if (protocol === 'blob:' ? NO_ORIGIN : origin === location.origin) return url;
      throw new TypeError(`Refused to load a script from another site: ${url}`);
    },
  });
}
