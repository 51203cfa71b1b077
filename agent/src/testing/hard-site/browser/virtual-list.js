const LINE_HEIGHT = 20;
const ROW_PADDING = 16;
const EXTRA_ROWS = 3;

/** A list of messages of which only those in view, and a few around them, are in the page. */
export function createVirtualList(messages) {
  const scroller = document.createElement('div');
  scroller.className = '_7hTz1';
  scroller.setAttribute('role', 'log');
  scroller.setAttribute('aria-label', 'Messages');
  const inner = document.createElement('div');
  inner.className = '_1pB9s';
  scroller.append(inner);
  for (const message of messages) if (message.isOwn) message.mark = 'Sent';
  const draw = () => drawRows(scroller, inner, messages);
  const showEnd = () => {
    draw();
    scroller.scrollTop = scroller.scrollHeight;
    draw();
  };
  scroller.addEventListener('scroll', draw);
  return {
    element: scroller,
    draw,
    showEnd,
    add(message) {
      messages.push(message);
      showEnd();
      return message;
    },
  };
}

function drawRows(scroller, inner, messages) {
  const [from, to] = [scroller.scrollTop, scroller.scrollTop + scroller.clientHeight];
  const rows = [];
  let top = 0;
  for (const [number, message] of messages.entries()) {
    const height = message.text.split('\n').length * LINE_HEIGHT + ROW_PADDING;
    if (top + height > from - EXTRA_ROWS * LINE_HEIGHT && top < to + EXTRA_ROWS * LINE_HEIGHT) {
      rows.push(drawRow(message, number, top));
    }
    top += height;
  }
  inner.style.height = `${top}px`;
  inner.replaceChildren(...rows);
}

function drawRow({ isOwn, text, mark }, number, top) {
  const row = document.createElement('div');
  row.className = '_4vN0c';
  row.dataset.side = isOwn ? 'out' : 'in';
  row.dataset.number = String(number);
  row.style.top = `${top}px`;
  const bubble = document.createElement('div');
  bubble.className = '_8dL3w';
  const words = document.createElement('span');
  words.setAttribute('dir', 'auto');
  words.textContent = text;
  bubble.append(words);
  if (isOwn) {
    const icon = document.createElement('i');
    icon.setAttribute('role', 'img');
    icon.setAttribute('aria-label', mark);
    icon.textContent = { Sending: '◷', Sent: '✓' }[mark] ?? '!';
    bubble.append(icon);
  }
  row.append(bubble);
  return row;
}
