const badge = document.querySelector('#unread');

const answer = await fetch('/unread');
const { count } = await answer.json();
badge.textContent = count > 0 ? `${count} unread` : '';
badge.dataset.count = String(count);
badge.setAttribute('aria-busy', 'false');
