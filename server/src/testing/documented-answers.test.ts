import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { noteUndocumented } from './documented-answers.ts';

test('an answer with a status that the API reference does not name is noted, and no other one', async (t) => {
  const server = createServer((request, response) => {
    response.statusCode = Number(request.headers['x-status']);
    response.end();
  });
  const undocumented = noteUndocumented(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  const ask = (path: string, status: number) =>
    fetch(`http://127.0.0.1:${address.port}${path}`, { headers: { 'x-status': `${status}` } });
  await ask('/api/templates?page=2', 200);
  await ask('/api/templates', 401);
  await ask('/api/campaigns/7/plan', 409);
  await ask('/no/call', 409);
  assert.deepEqual(undocumented.problems(), []);
  await ask('/api/templates?page=2', 409);
  await ask('/api/campaigns/7', 409);
  await ask('/api/campaigns/logs', 404);
  assert.deepEqual(undocumented.problems(), [
    'GET /api/templates was answered 409',
    'GET /api/campaigns/{id} was answered 409',
    'GET /api/campaigns/logs was answered 404',
  ]);
});
