"""What the house's own tools share: results of test runs, and reading C++ sources as text."""
