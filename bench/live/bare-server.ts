import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';

// Only emits a log line to the room that a call names.
const LINE = {
  id: 1,
  campaign_id: 1,
  campaign_name: 'Spring',
  action: 'message_sent',
  created_at: '',
  message: '',
};

const http = createServer((request, response) => {
  const room = new URL(request.url ?? '/', 'http://localhost').searchParams.get('room');
  if (room) io.to(room).emit('campaign_log', LINE);
  response.end('{}');
});
const io = new Server(http, { serveClient: false });
io.on('connection', (socket) => socket.join(String(socket.handshake.auth.room)));

http.listen(0, '127.0.0.1');
await once(http, 'listening');
process.send?.({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` });
