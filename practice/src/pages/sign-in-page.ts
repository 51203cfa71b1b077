import { html } from '../html.ts';
import { layout } from './layout.ts';

/** Any name is an account and there are no passwords: nothing here is worth protecting. */
export function signInPage({ next, error }: { next: string; error?: string }): string {
  const content = html`<h1>Sign in</h1>
<p>Choose a name. Every name is an account of its own; there are no passwords.</p>
<form id="sign-in" class="card" method="post" action="/sign-in">
<input type="hidden" name="next" value="${next}">
<label for="account-name">Account name</label>
<input id="account-name" name="account" autocomplete="username" autocapitalize="none" required maxlength="60">
${error ? html`<p class="problem" role="alert">${error}</p>` : ''}
<button type="submit">Sign in</button>
</form>`;
  return layout({ title: 'Sign in', content });
}
