/** `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark';
