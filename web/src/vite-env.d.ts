/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the server is, when it is not the one that serves the page. */
  readonly VITE_API_URL?: string;
}
