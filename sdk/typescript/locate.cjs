// Resolves a file of a package as seen from this package. A file of its own, because ES modules and CommonJS ask in
// different ways, and this one works for both.
module.exports = function locate(name) {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
};
