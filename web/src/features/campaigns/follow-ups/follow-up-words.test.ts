import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftOutWords, readyWords } from './follow-up-words.ts';

test('who gets a follow-up now, and who later', () => {
  const words = (ready: number, later: number) => readyWords({ ready, later }, 4);
  assert.equal(
    words(212, 132),
    '344 have not replied. 212 of them were written to 4 days ago or earlier and get it now; the others later, if you ask again.',
  );
  assert.equal(
    words(1, 1),
    '2 have not replied. 1 of them was written to 4 days ago or earlier and gets it now; the other later, if you ask again.',
  );
  assert.equal(
    words(1, 0),
    '1 has not replied. This person was written to 4 days ago or earlier and gets it now.',
  );
  assert.equal(
    words(0, 3),
    '3 have not replied. Nobody of them was written to 4 days ago or earlier: ask again later, or choose fewer days.',
  );
  assert.equal(words(0, 0), 'Nobody is left to ask.');
  assert.match(readyWords({ ready: 2, later: 0 }, 1), /written to 1 day ago or earlier and get it now\.$/);
});

test('who is left out of a follow-up, and why', () => {
  const nobody = {
    ready: 1,
    later: 0,
    answered: 0,
    undecided_stop: 0,
    do_not_contact: 0,
    messaged_meanwhile: 0,
    in_earlier: 0,
    over_budget: 0,
    profile_removed: 0,
  };
  assert.equal(leftOutWords(nobody), undefined);
  assert.equal(
    leftOutWords({ ...nobody, answered: 48, undecided_stop: 1, do_not_contact: 1, profile_removed: 2 }),
    'Left out: 48 replied, 1 may have asked you to stop, 1 is on do-not-contact, 2 have lost the profile that wrote.',
  );
});
