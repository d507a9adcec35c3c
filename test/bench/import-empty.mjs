// What a process is that imports nothing.
export {};
