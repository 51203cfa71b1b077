import { useEffect, useState } from 'react';
import { linkToken, takeLinkToken } from './parts/link-token.ts';

/** The secret of the link that was opened; another link opened in this tab replaces it. */
export function useLinkToken(path: Parameters<typeof linkToken>[0]): string | undefined {
  const [token, setToken] = useState(() => take(path));
  useEffect(() => {
    const takeAgain = () => setToken(take(path));
    addEventListener('hashchange', takeAgain);
    return () => removeEventListener('hashchange', takeAgain);
  }, [path]);
  return token;
}

function take(path: Parameters<typeof linkToken>[0]): string | undefined {
  takeLinkToken();
  return linkToken(path);
}
