import { isRemotePlainHttp } from '@pigeonpost/contract/text/plain-http';
import type { SiteDriver } from './driver.ts';

/** A stored sign-in was not typed, because it would have gone elsewhere; the message is a sentence for people. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';
}

/** The origins of a site's addresses, each once. */
export function originsOf(...addresses: string[]): string[] {
  return [...new Set(addresses.map((address) => new URL(address).origin))].sort();
}

/** The servers to which a driver gives a password; undefined if it does not say, empty if it gives none. */
export function signInOrigins({ origins, home }: SiteDriver): readonly string[] | undefined {
  return origins ?? (home === undefined ? undefined : originsOf(home));
}

/**
 * Throws if a stored sign-in may not be typed there: on another server than the site's own, or on a page that came over
 * http:// from another machine (docs/site-drivers.md#signing-in). `place` is an address or an origin.
 */
export function requirePlace(place: string, origins: readonly string[]): void {
  const { origin } = new URL(place);
  if (!origins.includes(origin))
    throw new SignInRefused(`The sign-in page is at ${origin}. Open the profile and sign in by hand.`);
  requireEncrypted(origin);
}

/** Throws if anybody on the way to this address could read what is typed there. */
export function requireEncrypted(address: string): void {
  if (isRemotePlainHttp(address))
    throw new SignInRefused(
      `The stored password is not typed at ${new URL(address).origin}, because http:// shows it to anybody on the way.`,
    );
}

/**
 * Runs in the page, in one turn with the typing, so that nothing changes in between: gives the origin of the page, or of
 * the server to which the field's form goes, if it is none of `origins`; else fills in the field.
 */
export function fillInAt(
  field: Element,
  text: string,
  origins: readonly string[],
  button: Element | null,
): string | undefined {
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name);
  const { form } = field as HTMLInputElement;
  const actions = [form && attribute(form, 'action'), button && attribute(button, 'formaction')];
  const targets = actions.flatMap((action) => {
    const target = action ? new URL(action, document.baseURI) : undefined;
    // The page's own code, which stays in the page.
    return target && target.protocol !== 'javascript:' ? [target.origin] : [];
  });
  const elsewhere = [location.origin, ...targets].find((origin) => !origins.includes(origin));
  if (elsewhere !== undefined) return elsewhere;
  (field as HTMLElement).focus();
  // Frameworks replace the element's own setter to learn of typed texts.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return undefined;
}
