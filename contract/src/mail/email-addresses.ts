export const EMAIL_ADDRESS_MAX = 254;
const LOCAL_PART_MAX = 64;

const NOT_AN_ADDRESS = 'This is not an e-mail address';
const ONE_ADDRESS = 'Give one e-mail address, without a name and without others';
const NOT_PLAIN_LOCAL = 'Before the @ an address may have only letters from a to z, digits and signs';

/** What mail servers of today take without quotes. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Two addresses, a name beside it, a comment, a quoted part, or a line that would begin a header. */
const MORE_THAN_ONE = /[,;<>()"\\\s\p{Cc}]|@.*@/u;
/** URL takes these as the end of a host or as an escape. */
const NOT_OF_A_HOST = /[/:?#%[\]]/;

/** The form of an address that is stored and mailed to: its domain in IDNA and small letters; undefined if it has none. */
export function mailableAddress(text: string): string | undefined {
  return emailAddressError(text) === undefined ? formOf(text) : undefined;
}

/** The error of an e-mail address, or undefined (docs/behaviour.md#e-mail-address). */
export function emailAddressError(text: string): string | undefined {
  const address = text.trim();
  if (MORE_THAN_ONE.test(address)) return ONE_ADDRESS;
  if (address.length > EMAIL_ADDRESS_MAX) return `An address has at most ${EMAIL_ADDRESS_MAX} characters`;
  const [local = '', domain = ''] = address.split('@');
  if (local === '' || domain === '') return NOT_AN_ADDRESS;
  if (!/^\p{ASCII}*$/u.test(local)) return NOT_PLAIN_LOCAL;
  if (!LOCAL_PART.test(local) || local.length > LOCAL_PART_MAX) return NOT_AN_ADDRESS;
  const form = formOf(address);
  if (form === undefined) return NOT_AN_ADDRESS;
  return form.length > EMAIL_ADDRESS_MAX
    ? `An address has at most ${EMAIL_ADDRESS_MAX} characters`
    : undefined;
}

function formOf(text: string): string | undefined {
  const [local = '', domain = ''] = text.trim().split('@');
  const host = NOT_OF_A_HOST.test(domain) ? undefined : URL.parse(`http://${domain}`)?.hostname;
  const labels = host?.split('.') ?? [];
  const isName =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isName ? `${local}@${host}` : undefined;
}
