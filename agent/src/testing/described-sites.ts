import type { z } from 'zod';
import type { siteDescription } from '../drivers/described/description.ts';

/** As a person writes it, without the defaults. */
type Written = z.input<typeof siteDescription>;

/** The practice inbox as a site that is described without code. */
export function describePractice(url: string): Written {
  return {
    name: 'practice-described',
    home: url,
    thread: `${url}/direct/{person}`,
    person: { shown: '#thread', attribute: 'data-person' },
    ready: '#thread',
    notFound: [{ shown: '#not-found' }, { shown: '#status[data-refusal=not_found]' }],
    signedOut: [{ shown: '#sign-in' }, { shown: '#status[data-refusal=signed_out]' }],
    signIn: { name: '#account-name', button: '#sign-in button' },
    blocked: [{ shown: '#try-again-later[open]' }],
    composer: { field: '#text', takes: 'value' },
    send: { button: '#send' },
    messages: {
      list: '#messages',
      own: '.mine',
      theirs: '.theirs',
      text: '.text',
      time: { shown: 'time' },
      id: { attribute: 'data-id' },
    },
    refused: [{ shown: '#status[data-state=refused]' }],
    unread: { address: url, ready: '#unread[aria-busy=false]', count: '#unread', attribute: 'data-count' },
    replies: {
      address: url,
      ready: '#unread[aria-busy=false]',
      threads: '.threads > li',
      person: { attribute: 'data-person' },
      text: '.theirs',
      time: { shown: 'time' },
      id: { shown: '.theirs', attribute: 'data-id' },
    },
  };
}

/** The hard site of the tests: an editor, a list of what is on the screen, bubbles before the answer, a dialog. */
export function describeHardSite(url: string): Written {
  return {
    name: 'hearth',
    home: url,
    thread: `${url}/t/{person}`,
    person: { shown: 'header h2' },
    ready: '[role=log]',
    loading: '[role=progressbar]',
    notFound: [{ shown: '[role=alert]', words: ['User not found'] }],
    signedOut: [{ shown: 'input[type=password]' }],
    signIn: { name: '[name=user]', password: '[name=secret]', button: 'form button' },
    tryLater: ['try again later'],
    dismiss: ['aria/Not now[role="button"]'],
    composer: { field: 'aria/Write a message[role="textbox"]', takes: 'paste' },
    send: { button: 'aria/Send message[role="button"]' },
    messages: {
      list: '[role=log]',
      own: '[data-side=out]',
      theirs: '[data-side=in]',
      text: '[dir=auto]',
      virtual: true,
      pending: '[aria-label=Sending]',
      sent: '[aria-label=Sent]',
      refused: '[aria-label="Not delivered"]',
    },
    unread: { address: url, ready: 'ul[aria-busy=false]', threads: '[data-unread]' },
  };
}
