const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Hearth</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">`;

/** The shell of every page of a signed-in account; the script fills it. */
export const PAGE = `${HEAD}
<script type="module" src="/page.js"></script>
</head>
<body><div id="root"></div></body>
</html>`;

/** Shown at every address while nobody is signed in. */
export const SIGN_IN_PAGE = `${HEAD}
</head>
<body>
<form class="_9sK2q" method="post" action="/sign-in">
<h1>Sign in to Hearth</h1>
<label>Name <input name="user" autocomplete="username"></label>
<label>Password <input name="secret" type="password"></label>
<button>Sign in</button>
</form>
</body>
</html>`;

export const STYLES = `
html, body, #root { height: 100%; margin: 0; font: 15px/20px sans-serif; }
._2xQ7f { display: flex; flex-direction: column; height: 100%; }
._7hTz1 { flex: 1; overflow-y: auto; position: relative; border: 1px solid #888; }
._1pB9s { position: relative; }
._4vN0c { position: absolute; left: 8px; right: 8px; white-space: pre-wrap; }
._4vN0c[data-side="out"] { text-align: right; }
._8dL3w { padding: 2px 8px; border-radius: 8px; background: #ddeeff; display: inline-block; text-align: left; }
._5gR6y { display: flex; padding: 8px; gap: 8px; }
.ProseMirror { flex: 1; min-height: 44px; border: 1px solid #444; white-space: pre-wrap; word-wrap: break-word; }
.ProseMirror p { margin: 0; }
._3mK8z { position: fixed; inset: 0; background: #0008; display: grid; place-items: center; }
._8kV2d { position: fixed; inset: auto 0 0; height: 60%; background: #fffe; }
._3mK8z > div { background: white; padding: 24px; }
`;
