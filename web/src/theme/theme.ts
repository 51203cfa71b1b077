import { createTheme } from '@mantine/core';

/** Mantine's theme: sizes, type and greys of Pigeonpost. Plain objects only; `Component.extend` costs 47 kB. */
export const theme = createTheme({
  primaryColor: 'airmail',
  primaryShade: 6,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  fontFamily: "'Geist Variable',system-ui,sans-serif",
  fontFamilyMonospace: "'Geist Mono Variable',ui-monospace,monospace",
  black: '#171B24',
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '18px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  colors: {
    airmail: [
      '#EEF3FF',
      '#DCE6FE',
      '#B9CDFC',
      '#8FB0F9',
      '#6390F3',
      '#3F72EA',
      '#2757D6',
      '#1F47B4',
      '#1A3A92',
      '#152D70',
    ],
    gray: [
      '#F3F5F8',
      '#F0F2F5',
      '#E9ECF1',
      '#E4E7EC',
      '#CBD1DB',
      '#868FA0',
      '#5A6475',
      '#4A5365',
      '#2B3240',
      '#171B24',
    ],
    dark: [
      '#E6E9EF',
      '#B4BBC7',
      '#9AA3B2',
      '#79839A',
      '#363D4A',
      '#232932',
      '#1D2229',
      '#161A20',
      '#12151A',
      '#0F1216',
    ],
  },
  components: {
    // A hint is under its field, where the error comes.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    // User text begins at its own side.
    TextInput: { defaultProps: { dir: 'auto' } },
    Textarea: { defaultProps: { dir: 'auto' } },
    NativeSelect: { defaultProps: { dir: 'auto' } },
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: '#overlays' } },
    },
    // The page is locked by useScrollLock.
    Modal: {
      defaultProps: { radius: 'lg', lockScroll: false, attributes: { header: { role: 'presentation' } } },
    },
    Drawer: { defaultProps: { lockScroll: false, attributes: { header: { role: 'presentation' } } } },
  },
});
