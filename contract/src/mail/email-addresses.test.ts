import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailAddressError, mailableAddress } from './email-addresses.ts';

test('an address is stored with its domain in IDNA and small letters', () => {
  for (const [typed, stored] of [
    ['ada@example.com', 'ada@example.com'],
    [' Ada.Lovelace+news@Example.COM ', 'Ada.Lovelace+news@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ["o'hara@mail.example", "o'hara@mail.example"],
  ] as const) {
    assert.equal(emailAddressError(typed), undefined, typed);
    assert.equal(mailableAddress(typed), stored);
  }
});

test('what is not one plain address is refused with a sentence', () => {
  const one = 'Give one e-mail address, without a name and without others';
  const none = 'This is not an e-mail address';
  for (const [typed, error] of [
    ['', none],
    ['ada', none],
    ['@example.com', none],
    ['ada@', none],
    ['ada@localhost', none],
    ['ada@127.0.0.1', none],
    ['ada@0x7f.1', none],
    ['ada@[::1]', none],
    ['ada@example.com:25', none],
    ['ada@example.com/x', none],
    ['ada@-x.example', none],
    ['ada..b@example.com', none],
    ['.ada@example.com', none],
    [`${'a'.repeat(65)}@example.com`, none],
    ['ada@example.com\r\nBcc: bo@example.com', one],
    ['ada@example.com\nbo', one],
    ['ada@example.com, bo@example.com', one],
    ['ada@example.com;bo@example.com', one],
    ['ada@example.com@evil.example', one],
    ['Ada <ada@example.com>', one],
    ['ada(comment)@example.com', one],
    ['"ada b"@example.com', one],
    ['ada\0@example.com', one],
    ['дада@example.com', 'Before the @ an address may have only letters from a to z, digits and signs'],
    [`ada@${'a.'.repeat(155)}com`, 'An address has at most 254 characters'],
    // Its form in IDNA is longer than it was typed.
    [`ada@${'ü.'.repeat(40)}example`, 'An address has at most 254 characters'],
  ] as const) {
    assert.equal(emailAddressError(typed), error, JSON.stringify(typed));
    assert.equal(mailableAddress(typed), undefined);
  }
});
