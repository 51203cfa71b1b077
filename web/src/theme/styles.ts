// The stylesheet of each Mantine component on a first screen. A component used by one lazily loaded part brings its own
// stylesheet there.
import '@fontsource-variable/geist/index.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import './tokens.css';
import './base.css';
import './shared.css';
import './mantine.css';
import './print.css';
