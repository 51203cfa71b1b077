import { beforeEach, type TestContext } from 'node:test';

// Runs first in a process of several test files, and tells the parent when another one begins.
let current: string | undefined;
beforeEach((t) => {
  const { filePath } = t as TestContext;
  if (filePath === current) return;
  current = filePath;
  process.send?.({ began: filePath });
});
