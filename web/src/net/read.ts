// Readers of JSON whose shape only a game knows.

/** Returns the value with its type. Throws if it has another type. */
export type Reader<T> = (value: unknown, name?: string) => T;

function wrong(name: string, wanted: string): never {
  throw new TypeError(`the server's ${name} is no ${wanted}`);
}

export const string: Reader<string> = (value, name = "value") =>
  typeof value === "string" ? value : wrong(name, "string");

export const number: Reader<number> = (value, name = "value") =>
  typeof value === "number" ? value : wrong(name, "number");

export const boolean: Reader<boolean> = (value, name = "value") =>
  typeof value === "boolean" ? value : wrong(name, "boolean");

export const oneOf =
  <T extends string>(...known: readonly T[]): Reader<T> =>
  (value, name = "value") =>
    known.find((one) => one === value) ?? wrong(name, known.join(" or "));

export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, name) =>
    value === null ? null : read(value, name);

export const list =
  <T>(read: Reader<T>): Reader<T[]> =>
  (value, name = "value") =>
    Array.isArray(value) ? value.map((item) => read(item, name)) : wrong(name, "list");

const object: Reader<object> = (value, name = "value") =>
  typeof value === "object" && value !== null ? value : wrong(name, "object");

export const record =
  <T>(read: Reader<T>): Reader<Record<string, T>> =>
  (value, name) =>
    Object.fromEntries(
      Object.entries(object(value, name)).map(([key, item]) => [key, read(item, key)]),
    );

/** An object with these fields. Other fields are left out. */
export const fields =
  <T extends object>(shape: { [K in keyof T]: Reader<T[K]> }): Reader<T> =>
  (value, name) => {
    const given = new Map<string, unknown>(Object.entries(object(value, name)));
    const readers = Object.entries<Reader<unknown>>(shape);
    return Object.fromEntries(readers.map(([key, read]) => [key, read(given.get(key), key)])) as T;
  };
