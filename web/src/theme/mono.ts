import '@fontsource-variable/geist-mono/index.css';
import { logError } from '../log.ts';

// Requested with the code that shows it, which comes while the page is idle: a font that arrives later lays the whole
// page out again, in the middle of the user's work.
document.fonts
  .load("13px 'Geist Mono Variable'")
  .catch((error: unknown) => logError('The font of the log did not load', error));
