import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts values that must be readable again, such as a profile's password (docs/behaviour.md#secrets). */
export interface SecretBox {
  seal(text: string): Buffer;
  /** Throws if the box was sealed with an unknown key, or changed. */
  open(box: Buffer): string;
  /** The first bytes of every box sealed with the present key. */
  readonly mark: Buffer;
  /** Keys of 32 bytes for another purpose: the first follows from the present key, the others from those before. */
  deriveKeys(purpose: string): Buffer[];
}

/**
 * AES-256-GCM with 32-byte keys. A box names its key and has its own nonce. New boxes are sealed with the first key;
 * the others open what they sealed before.
 */
export function createSecretBox(key: Buffer, ...others: Buffer[]): SecretBox {
  const mark = markOf(key);
  const keys = [key, ...others];
  return {
    mark,
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([mark, nonce, cipher.getAuthTag(), sealed]);
    },
    open(box) {
      const sealer = keys.find((one) => box.subarray(0, mark.length).equals(markOf(one)));
      if (sealer) return openWith(sealer, box.subarray(mark.length));
      // Old boxes do not name their key: the tag shows whether it fits.
      for (const one of keys.slice(1)) {
        try {
          return openWith(one, box);
        } catch {
          // Not this key.
        }
      }
      return openWith(key, box);
    },
    deriveKeys: (purpose) => keys.map((one) => createHmac('sha256', one).update(purpose).digest()),
  };
}

/** A letter that says that a key follows, and the beginning of the key's hash. */
function markOf(key: Buffer): Buffer {
  const id = createHash('sha256').update('pigeonpost key id').update(key).digest().subarray(0, KEY_ID_BYTES);
  return Buffer.concat([Buffer.from('k'), id]);
}

function openWith(key: Buffer, box: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
