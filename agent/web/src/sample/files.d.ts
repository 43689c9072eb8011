// Files of a recorded debate: where the build puts them.

declare module "*.jsonl" {
  const address: string;
  export default address;
}

declare module "*.ogg" {
  const address: string;
  export default address;
}
