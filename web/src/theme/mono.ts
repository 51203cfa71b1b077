import '@fontsource-variable/geist-mono/index.css';
import { logError } from '../log.ts';

// Asked for with the code that shows it, which comes while the page is idle: a font that arrives later lays the whole
// page out anew, in the middle of what somebody does then.
document.fonts
  .load("13px 'Geist Mono Variable'")
  .catch((error: unknown) => logError('The font of the log did not load', error));
