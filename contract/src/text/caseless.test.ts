import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldNameError, fieldNameOf, typedFieldName } from '../people/person-fields.ts';
import { caseless } from './caseless.ts';

test('one letter in two cases is one letter, in every script', () => {
  for (const [one, other] of [
    ['ÉLAN', 'élan'],
    ['E\u0301lan', 'élan'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ИМЯ', 'имя'],
    ['İzmir', 'izmir'],
    ['ԱՆՈՒՆ', 'անուն'],
  ] as const)
    assert.equal(caseless(one), caseless(other), one);
  assert.notEqual(caseless('ı'), caseless('i'));
});

test('a field may be called in every script, with its marks and digits', () => {
  for (const [head, name] of [
    ['पहला नाम', 'पहला_नाम'],
    ['ชื่อเล่น', 'ชื่อเล่น'],
    ['İsim', 'isim'],
    ['الاسم ١', 'الاسم_١'],
    ['Name ❤️', 'name'],
    ['❤️ Name', 'name'],
    ['Ort/Straße', 'ort_straße'],
  ] as const) {
    const normal = name.normalize('NFKC');
    assert.equal(fieldNameOf(head), normal, head);
    assert.equal(fieldNameError(typedFieldName(name)), undefined, head);
    assert.equal(typedFieldName(normal), normal, head);
  }
});
