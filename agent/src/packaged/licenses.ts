import { getAsset } from 'node:sea';

/** The file within the program that holds the licences of what it contains. */
export const LICENSES = 'licenses.txt';

/** The licences of the packages and of the Node that this program contains. */
export function readLicenses(): string {
  return getAsset(LICENSES, 'utf8');
}
