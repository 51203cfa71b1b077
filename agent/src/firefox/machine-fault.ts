/**
 * An error before a driver had its first page: Firefox is missing, broken or does not start, or the profile is away or
 * refused. It is this machine's fault, and says nothing about the person or the site.
 */
export class MachineFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MachineFault';
  }
}
