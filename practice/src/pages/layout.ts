import { type Html, html } from '../html.ts';

type Layout = { title: string; account?: string; script?: string; content: Html };

/** The frame around every page of the site. */
export function layout({ title, account, script, content }: Layout): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Practice inbox</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/site.css">
${script ? html`<script type="module" src="/assets/${script}"></script>` : ''}
</head>
<body>
<header>
<a class="site" href="/">Practice inbox</a>
${account ? accountMenu(account) : ''}
</header>
<main>
${content}
</main>
<footer>A practice site: messages stay on this machine and reach nobody.</footer>
</body>
</html>
`.markup;
}

/** The page shown instead of a thread if the person does not exist. */
export function notFoundPage(account: string): string {
  const content = html`<section id="not-found">
<h1>User not found</h1>
<p>Nobody here goes by that name. <a href="/">Back to the inbox</a></p>
</section>`;
  return layout({ title: 'User not found', account, content });
}

function accountMenu(account: string): Html {
  return html`<form class="account" method="post" action="/sign-out">
<span>Signed in as <strong id="account">${account}</strong></span>
<button type="submit">Sign out</button>
</form>`;
}
