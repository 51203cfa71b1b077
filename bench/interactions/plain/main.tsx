import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { createRoot } from 'react-dom/client';
import { PlainList } from './plain-list.tsx';

const list_id = Number(new URLSearchParams(location.search).get('list'));
const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the list.');
createRoot(root).render(
  <MantineProvider>
    <PlainList list_id={list_id} />
  </MantineProvider>,
);
