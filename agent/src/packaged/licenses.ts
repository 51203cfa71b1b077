import { getAsset } from 'node:sea';

/** The file within the program that has the licences of its parts. */
export const LICENSES = 'licenses.txt';

/** The licences of the packages and of the Node in this program. */
export function readLicenses(): string {
  return getAsset(LICENSES, 'utf8');
}
