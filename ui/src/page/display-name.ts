export function displayName(user: string): string {
  return user.charAt(0).toLocaleUpperCase() + user.slice(1);
}
